import { type SecretRule, keyRule, tokenRule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Payments, shops and shipping. */
export const PAYMENT_RULES: readonly SecretRule[] = [
  keyRule(
    'stripe_key',
    /[sr]k_(?:live|test|prod)_[A-Za-z0-9_]{10,255}/,
    'sk_live_|sk_test_|sk_prod_|rk_live_|rk_test_|rk_prod_',
  ),
  keyRule('webhook_secret', /whsec_[A-Za-z0-9+/_-]{16,128}={0,2}/, 'whsec_'),
  tokenRule('square_token', /sq0[a-z]{3}-[\w-]{20,50}/, 'sq0'),
  {
    ...tokenRule('square_access_token', /EAAA[\w-]{56,64}(?![\w+/-])/, 'eaaa'),
    accepts: secret => /\d/.test(secret) && !/AAAAA/.test(secret),
  },
  tokenRule('braintree_token', /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/, 'access_token$'),
  tokenRule(
    'plaid_token',
    /access-(?:sandbox|development|production)-[0-9a-f-]{36}/,
    'access-sandbox-|access-development-|access-production-',
  ),
  keyRule('razorpay_key', /rzp_(?:live|test)_[A-Za-z0-9]{14,}/, 'rzp_'),
  tokenRule(
    'shopify_token',
    /shp(?:at|ca|pa|ss|tka|ua)_[A-Za-z0-9]{24,64}/,
    'shpat_|shpca_|shppa_|shpss_|shptka_|shpua_',
  ),
  keyRule('flutterwave_key', /FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,64}(?:-X)?/, 'flwseck'),
  {
    ...keyRule('mollie_or_lob_key', /(?:live|test)_(?:pub_)?[A-Za-z0-9_-]{30,48}(?![\w-])/, 'live_|test_'),
    accepts: hasRandomTail,
  },
  keyRule('easypost_key', /EZ[AT]K[A-Za-z0-9]{48,60}/, 'ezak|eztk'),
  tokenRule('shippo_token', /shippo_(?:live|test)_[A-Za-z0-9]{32,48}/, 'shippo_'),
  tokenRule('duffel_token', /duffel_(?:live|test)_[\w=-]{40,48}/, 'duffel_'),
  keyRule('paddle_key', /pdl_(?:live|sdbx)_apikey_\w{40,80}/, 'pdl_'),
  keyRule('adyen_key', /AQE[a-z][A-Za-z0-9+/*]{60,200}-[A-Za-z0-9+/=*]{20,80}-[\w^<>;:&%$#@!*()-]{10,40}/, 'aqe'),
]
