import { type SecretRule, apiKey, authToken } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Payments, shops and shipping. */
export const PAYMENT_RULES: readonly SecretRule[] = [
  apiKey(
    'stripe_key',
    'sk_live_|sk_test_|sk_prod_|rk_live_|rk_test_|rk_prod_',
    /[sr]k_(?:live|test|prod)_[A-Za-z0-9_]{10,255}/,
  ),
  apiKey('webhook_secret', 'whsec_', /whsec_[A-Za-z0-9+/_-]{16,128}={0,2}/),
  authToken('square_token', 'sq0', /sq0[a-z]{3}-[\w-]{20,50}/),
  {
    ...authToken('square_access_token', 'eaaa', /EAAA[\w-]{56,64}(?![\w+/-])/),
    accepts: secret => /\d/.test(secret) && !/AAAAA/.test(secret),
  },
  authToken('braintree_token', 'access_token$', /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/),
  authToken(
    'plaid_token',
    'access-sandbox-|access-development-|access-production-',
    /access-(?:sandbox|development|production)-[0-9a-f-]{36}/,
  ),
  apiKey('razorpay_key', 'rzp_', /rzp_(?:live|test)_[A-Za-z0-9]{14,}/),
  authToken(
    'shopify_token',
    'shpat_|shpca_|shppa_|shpss_|shptka_|shpua_',
    /shp(?:at|ca|pa|ss|tka|ua)_[A-Za-z0-9]{24,64}/,
  ),
  apiKey('flutterwave_key', 'flwseck', /FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,64}(?:-X)?/),
  {
    ...apiKey('mollie_or_lob_key', 'live_|test_', /(?:live|test)_(?:pub_)?[A-Za-z0-9_-]{30,48}(?![\w-])/),
    accepts: hasRandomTail,
  },
  apiKey('easypost_key', 'ezak|eztk', /EZ[AT]K[A-Za-z0-9]{48,60}/),
  authToken('shippo_token', 'shippo_', /shippo_(?:live|test)_[A-Za-z0-9]{32,48}/),
  authToken('duffel_token', 'duffel_', /duffel_(?:live|test)_[\w=-]{40,48}/),
  apiKey('paddle_key', 'pdl_', /pdl_(?:live|sdbx)_apikey_\w{40,80}/),
  apiKey('adyen_key', 'aqe', /AQE[a-z][A-Za-z0-9+/*]{60,200}-[A-Za-z0-9+/=*]{20,80}-[\w^<>;:&%$#@!*()-]{10,40}/),
]
