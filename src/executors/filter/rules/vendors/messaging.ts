import { type SecretRule, keyRule, tokenRule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Chat, mail, telephony and social networks. */
export const MESSAGING_RULES: readonly SecretRule[] = [
  tokenRule('slack_app_token', /x(?:app|wfp)-[A-Za-z0-9-]{16,255}/, 'xapp-|xwfp-'),
  tokenRule(
    'slack_webhook',
    /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9+/_-]{20,128})/,
    'hooks.slack.com/|hooks.slack-gov.com/',
  ),
  {
    ...tokenRule(
      'discord_bot_token',
      /(?<=(?<![\w.-])(?<head>[MNO][\w-]{22,27}))\.[\w-]{6}\.[\w-]{25,45}(?![\w.-])/,
      '.',
    ),
    midWord: true,
  },
  tokenRule('discord_mfa_token', /mfa\.[\w-]{80,90}/, 'mfa.'),
  tokenRule(
    'discord_webhook',
    /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(?<secret>\d{16,20}\/[\w-]{50,90})/,
    'discord.com/api/|discordapp.com/api/',
  ),
  {
    ...tokenRule(
      'telegram_bot_token',
      /(?<=(?<![0-9A-Za-z_])(?:bot)?(?<head>\d{8,10})):AA[\w-]{32,34}(?![\w-])/,
      ':aa',
    ),
    midWord: true,
  },
  tokenRule(
    'teams_webhook',
    /webhook\.office\.com\/webhookb2\/(?<secret>[A-Za-z0-9@/-]{40,300})/,
    'webhook.office.com/',
  ),
  tokenRule('zapier_webhook', /hooks\.zapier\.com\/hooks\/catch\/(?<secret>[A-Za-z0-9/]{8,64})/, 'hooks.zapier.com/'),
  keyRule('twilio_key', /(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/, 'sk|ac'),
  keyRule('sendgrid_key', /SG\.(?:[\w-]{16,32}\.[\w-]{16,64}|[\w=-]{60,70})/, 'sg.'),
  keyRule('mailgun_key', /(?:pub)?key-[0-9a-f]{32}(?![A-Za-z0-9])/, 'key-|pubkey-'),
  { ...keyRule('mailchimp_key', /(?<=(?<![A-Za-z0-9])(?<head>[0-9a-f]{32}))-us\d{1,2}(?!\d)/, '-us'), midWord: true },
  keyRule('brevo_key', /x(?:key|smtp)sib-[\w-]{32,128}/, 'xkeysib-|xsmtpsib-'),
  { ...keyRule('resend_key', /re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,32}/, 're_'), accepts: hasRandomTail },
  {
    id: 'facebook_app_token',
    category: 'auth_token',
    keywords: ['|'],
    pattern: /(?<=(?<![\w|])(?<head>\d{15,16}))\|[\w-]{27,40}(?![\w|-])/,
    midWord: true,
  },
  tokenRule('facebook_token', /EAA[A-Za-z0-9]{80,400}(?![A-Za-z0-9+/])/, 'eaa'),
  tokenRule('instagram_token', /IG[AQ][A-Za-z0-9_-]{100,400}(?![A-Za-z0-9+/])/, 'igq|iga'),
  {
    ...tokenRule(
      'twitter_bearer',
      /A{21,22}[B-Zb-z0-9%][A-Za-z0-9%]{60,120}(?![A-Za-z0-9+/])/,
      'aaaaaaaaaaaaaaaaaaaaa',
    ),
    accepts: secret => secret.includes('%') || /\d/.test(secret),
  },
  tokenRule('linkedin_token', /WPL_AP1\.[\w.=]{16,40}|AQX[\w-]{150,500}/, 'wpl_ap1.|aqx'),
  tokenRule('twitch_chat_token', /oauth:(?<secret>[a-z0-9]{30})(?![A-Za-z0-9])/, 'oauth:'),
  tokenRule('vk_token', /vk1\.a\.[\w-]{80,300}/, 'vk1.a.'),
  {
    ...tokenRule('line_token', /(?<=(?<head>[A-Za-z0-9+/]{100,180}))\/1O\/w1cDnyilFU=/, '/1o/w1cdnyilfu='),
    midWord: true,
  },
]
