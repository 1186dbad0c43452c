import type { SecretRule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Payments, shops and shipping. */
export const PAYMENT_RULES: readonly SecretRule[] = [
  {
    id: 'stripe_key',
    category: 'api_key',
    keywords: ['sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_'],
    pattern: /[sr]k_(?:live|test|prod)_[A-Za-z0-9_]{10,255}/,
  },
  { id: 'webhook_secret', category: 'api_key', keywords: ['whsec_'], pattern: /whsec_[A-Za-z0-9+/_-]{16,128}={0,2}/ },
  { id: 'square_token', category: 'auth_token', keywords: ['sq0'], pattern: /sq0[a-z]{3}-[\w-]{20,50}/ },
  {
    id: 'square_access_token',
    category: 'auth_token',
    keywords: ['eaaa'],
    pattern: /EAAA[\w-]{56,64}(?![\w+/-])/,
    accepts: secret => /\d/.test(secret) && !/AAAAA/.test(secret),
  },
  {
    id: 'braintree_token',
    category: 'auth_token',
    keywords: ['access_token$'],
    pattern: /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/,
  },
  {
    id: 'plaid_token',
    category: 'auth_token',
    keywords: ['access-sandbox-', 'access-development-', 'access-production-'],
    pattern: /access-(?:sandbox|development|production)-[0-9a-f-]{36}/,
  },
  { id: 'razorpay_key', category: 'api_key', keywords: ['rzp_'], pattern: /rzp_(?:live|test)_[A-Za-z0-9]{14,}/ },
  {
    id: 'shopify_token',
    category: 'auth_token',
    keywords: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_', 'shpua_'],
    pattern: /shp(?:at|ca|pa|ss|tka|ua)_[A-Za-z0-9]{24,64}/,
  },
  {
    id: 'flutterwave_key',
    category: 'api_key',
    keywords: ['flwseck'],
    pattern: /FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,64}(?:-X)?/,
  },
  {
    id: 'mollie_or_lob_key',
    category: 'api_key',
    keywords: ['live_', 'test_'],
    pattern: /(?:live|test)_(?:pub_)?[A-Za-z0-9_-]{30,48}(?![\w-])/,
    accepts: hasRandomTail,
  },
  { id: 'easypost_key', category: 'api_key', keywords: ['ezak', 'eztk'], pattern: /EZ[AT]K[A-Za-z0-9]{48,60}/ },
  {
    id: 'shippo_token',
    category: 'auth_token',
    keywords: ['shippo_'],
    pattern: /shippo_(?:live|test)_[A-Za-z0-9]{32,48}/,
  },
  { id: 'duffel_token', category: 'auth_token', keywords: ['duffel_'], pattern: /duffel_(?:live|test)_[\w=-]{40,48}/ },
  { id: 'paddle_key', category: 'api_key', keywords: ['pdl_'], pattern: /pdl_(?:live|sdbx)_apikey_\w{40,80}/ },
  {
    id: 'adyen_key',
    category: 'api_key',
    keywords: ['aqe'],
    pattern: /AQE[a-z][A-Za-z0-9+/*]{60,200}-[A-Za-z0-9+/=*]{20,80}-[\w^<>;:&%$#@!*()-]{10,40}/,
  },
]
