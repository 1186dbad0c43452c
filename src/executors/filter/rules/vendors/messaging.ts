import type { Rule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Chat, mail, telephony and social networks. */
export const MESSAGING_RULES: readonly Rule[] = [
  { id: 'slack_app_token', category: 'auth_token', keywords: ['xapp-', 'xwfp-'], pattern: /x(?:app|wfp)-[A-Za-z0-9-]{16,255}/ },
  {
    id: 'slack_webhook',
    category: 'auth_token',
    keywords: ['hooks.slack.com/', 'hooks.slack-gov.com/'],
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9+/_-]{20,128})/,
  },
  {
    id: 'discord_bot_token',
    category: 'auth_token',
    keywords: ['.'],
    pattern: /(?<=(?<![\w.-])(?<head>[MNO][\w-]{22,27}))\.[\w-]{6}\.[\w-]{25,45}(?![\w.-])/,
    midWord: true,
  },
  { id: 'discord_mfa_token', category: 'auth_token', keywords: ['mfa.'], pattern: /mfa\.[\w-]{80,90}/ },
  {
    id: 'discord_webhook',
    category: 'auth_token',
    keywords: ['discord.com/api/', 'discordapp.com/api/'],
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(?<secret>\d{16,20}\/[\w-]{50,90})/,
  },
  {
    id: 'telegram_bot_token',
    category: 'auth_token',
    keywords: [':aa'],
    pattern: /(?<=(?<![0-9A-Za-z_])(?:bot)?(?<head>\d{8,10})):AA[\w-]{32,34}(?![\w-])/,
    midWord: true,
  },
  {
    id: 'teams_webhook',
    category: 'auth_token',
    keywords: ['webhook.office.com/'],
    pattern: /webhook\.office\.com\/webhookb2\/(?<secret>[A-Za-z0-9@/-]{40,300})/,
  },
  {
    id: 'zapier_webhook',
    category: 'auth_token',
    keywords: ['hooks.zapier.com/'],
    pattern: /hooks\.zapier\.com\/hooks\/catch\/(?<secret>[A-Za-z0-9/]{8,64})/,
  },
  { id: 'twilio_key', category: 'api_key', keywords: ['sk', 'ac'], pattern: /(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])/ },
  { id: 'sendgrid_key', category: 'api_key', keywords: ['sg.'], pattern: /SG\.(?:[\w-]{16,32}\.[\w-]{16,64}|[\w=-]{60,70})/ },
  { id: 'mailgun_key', category: 'api_key', keywords: ['key-', 'pubkey-'], pattern: /(?:pub)?key-[0-9a-f]{32}(?![A-Za-z0-9])/ },
  {
    id: 'mailchimp_key',
    category: 'api_key',
    keywords: ['-us'],
    pattern: /(?<=(?<![A-Za-z0-9])(?<head>[0-9a-f]{32}))-us\d{1,2}(?!\d)/,
    midWord: true,
  },
  { id: 'brevo_key', category: 'api_key', keywords: ['xkeysib-', 'xsmtpsib-'], pattern: /x(?:key|smtp)sib-[\w-]{32,128}/ },
  { id: 'resend_key', category: 'api_key', keywords: ['re_'], pattern: /re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,32}/, accepts: hasRandomTail },
  {
    id: 'facebook_app_token',
    category: 'auth_token',
    keywords: ['|'],
    pattern: /(?<=(?<![\w|])(?<head>\d{15,16}))\|[\w-]{27,40}(?![\w|-])/,
    midWord: true,
  },
  { id: 'facebook_token', category: 'auth_token', keywords: ['eaa'], pattern: /EAA[A-Za-z0-9]{80,400}(?![A-Za-z0-9+/])/ },
  { id: 'instagram_token', category: 'auth_token', keywords: ['igq', 'iga'], pattern: /IG[AQ][A-Za-z0-9_-]{100,400}(?![A-Za-z0-9+/])/ },
  {
    id: 'twitter_bearer',
    category: 'auth_token',
    keywords: ['aaaaaaaaaaaaaaaaaaaaa'],
    pattern: /A{21,22}[B-Zb-z0-9%][A-Za-z0-9%]{60,120}(?![A-Za-z0-9+/])/,
    accepts: secret => secret.includes('%') || /\d/.test(secret),
  },
  { id: 'linkedin_token', category: 'auth_token', keywords: ['wpl_ap1.', 'aqx'], pattern: /WPL_AP1\.[\w.=]{16,40}|AQX[\w-]{150,500}/ },
  { id: 'twitch_chat_token', category: 'auth_token', keywords: ['oauth:'], pattern: /oauth:(?<secret>[a-z0-9]{30})(?![A-Za-z0-9])/ },
  { id: 'vk_token', category: 'auth_token', keywords: ['vk1.a.'], pattern: /vk1\.a\.[\w-]{80,300}/ },
  {
    id: 'line_token',
    category: 'auth_token',
    keywords: ['/1o/w1cdnyilfu='],
    pattern: /(?<=(?<head>[A-Za-z0-9+/]{100,180}))\/1O\/w1cDnyilFU=/,
    midWord: true,
  },
]
