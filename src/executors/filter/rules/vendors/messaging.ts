import { type SecretRule, apiKey, authToken } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Chat, mail, telephony and social networks. */
export const MESSAGING_RULES: readonly SecretRule[] = [
  authToken('slack_app_token', 'xapp-|xwfp-', /x(?:app|wfp)-[A-Za-z0-9-]{16,255}/),
  authToken(
    'slack_webhook',
    'hooks.slack.com/|hooks.slack-gov.com/',
    /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9+/_-]{20,128})/,
  ),
  {
    ...authToken(
      'discord_bot_token',
      '.',
      /(?<=(?<![\w.-])(?<head>[MNO][\w-]{22,27}))\.[\w-]{6}\.[\w-]{25,45}(?![\w.-])/,
    ),
    midWord: true,
  },
  authToken('discord_mfa_token', 'mfa.', /mfa\.[\w-]{80,90}/),
  authToken(
    'discord_webhook',
    'discord.com/api/|discordapp.com/api/',
    /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(?<secret>\d{16,20}\/[\w-]{50,90})/,
  ),
  {
    ...authToken(
      'telegram_bot_token',
      ':aa',
      /(?<=(?<![0-9A-Za-z_])(?:bot)?(?<head>\d{8,10})):AA[\w-]{32,34}(?![\w-])/,
    ),
    midWord: true,
  },
  authToken(
    'teams_webhook',
    'webhook.office.com/',
    /webhook\.office\.com\/webhookb2\/(?<secret>[A-Za-z0-9@/-]{40,300})/,
  ),
  authToken('zapier_webhook', 'hooks.zapier.com/', /hooks\.zapier\.com\/hooks\/catch\/(?<secret>[A-Za-z0-9/]{8,64})/),
  apiKey('twilio_key', 'sk|ac', /(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/),
  apiKey('sendgrid_key', 'sg.', /SG\.(?:[\w-]{16,32}\.[\w-]{16,64}|[\w=-]{60,70})/),
  apiKey('mailgun_key', 'key-|pubkey-', /(?:pub)?key-[0-9a-f]{32}(?![A-Za-z0-9])/),
  { ...apiKey('mailchimp_key', '-us', /(?<=(?<![A-Za-z0-9])(?<head>[0-9a-f]{32}))-us\d{1,2}(?!\d)/), midWord: true },
  apiKey('brevo_key', 'xkeysib-|xsmtpsib-', /x(?:key|smtp)sib-[\w-]{32,128}/),
  { ...apiKey('resend_key', 're_', /re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,32}/), accepts: hasRandomTail },
  {
    id: 'facebook_app_token',
    category: 'auth_token',
    keywords: ['|'],
    pattern: /(?<=(?<![\w|])(?<head>\d{15,16}))\|[\w-]{27,40}(?![\w|-])/,
    midWord: true,
  },
  authToken('facebook_token', 'eaa', /EAA[A-Za-z0-9]{80,400}(?![A-Za-z0-9+/])/),
  authToken('instagram_token', 'igq|iga', /IG[AQ][A-Za-z0-9_-]{100,400}(?![A-Za-z0-9+/])/),
  {
    ...authToken(
      'twitter_bearer',
      'aaaaaaaaaaaaaaaaaaaaa',
      /A{21,22}[B-Zb-z0-9%][A-Za-z0-9%]{60,120}(?![A-Za-z0-9+/])/,
    ),
    accepts: secret => secret.includes('%') || /\d/.test(secret),
  },
  authToken('linkedin_token', 'wpl_ap1.|aqx', /WPL_AP1\.[\w.=]{16,40}|AQX[\w-]{150,500}/),
  authToken('twitch_chat_token', 'oauth:', /oauth:(?<secret>[a-z0-9]{30})(?![A-Za-z0-9])/),
  authToken('vk_token', 'vk1.a.', /vk1\.a\.[\w-]{80,300}/),
  {
    ...authToken('line_token', '/1o/w1cdnyilfu=', /(?<=(?<head>[A-Za-z0-9+/]{100,180}))\/1O\/w1cDnyilFU=/),
    midWord: true,
  },
]
