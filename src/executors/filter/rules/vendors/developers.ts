import { longPattern } from '../../../../core/index.ts'
import { type SecretRule, apiKey, authToken, password } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Forges, registries, builds and the tools of developers. */
export const DEVELOPER_RULES: readonly SecretRule[] = [
  authToken(
    'gitlab_token',
    'gldt-|glrt-|glrtr-|glptt-|glft-|glimt-|glagent-|gloas-|glcbt-|glsoat-|glffct-|glwt-|gr1348941',
    /gl(?:dt|rtr?|ptt|ft|imt|agent|oas|cbt|soat|ffct|wt)-[\w.-]{16,128}|GR1348941[\w-]{20}/,
  ),
  password('bitbucket_app_password', 'atbb', /ATBB[A-Za-z0-9=_-]{28,40}/),
  authToken('atlassian_token', 'atatt3|atctt3|atoatt3', /AT(?:A|C|OA)TT3[\w=-]{50,400}/),
  { ...authToken('npm_token', 'npm_', /npm_[A-Za-z0-9]{30,64}/), accepts: hasRandomTail },
  authToken('pypi_token', 'pypi-ag', /pypi-Ag[\w-]{50,1000}/),
  apiKey('rubygems_key', 'rubygems_', /rubygems_[A-Za-z0-9]{32,64}/),
  {
    ...authToken('crates_token', 'cio', /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/),
    accepts: secret => /\d/.test(secret) && hasRandomTail(`-${secret}`),
  },
  apiKey('nuget_key', 'oy2', /oy2[a-z0-9]{43}(?![A-Za-z0-9])/),
  authToken('clojars_token', 'clojars_', /CLOJARS_[a-z0-9]{48,64}/i),
  authToken('packagist_token', 'packagist_', /packagist_[a-z]{2,4}_[A-Za-z0-9]{32,80}/),
  authToken('docker_token', 'dckr_', /dckr_[po]at_[\w-]{16,64}/),
  apiKey('jfrog_key', 'akcp|cmvmd', /AKCp[A-Za-z0-9]{60,80}|cmVmd[A-Za-z0-9]{50,64}(?![A-Za-z0-9+/])/),
  authToken('sonar_token', 'sqp_|sqa_|squ_', /sq[pau]_[A-Za-z0-9]{36,48}/),
  authToken('circleci_token', 'ccipat_|ccipjt_', /CCIP(?:AT|JT)_[A-Za-z0-9]{16,32}_[A-Za-z0-9]{32,48}/),
  authToken('buildkite_token', 'bkua_|bkat_|bkct_', /bk(?:ua|at|ct)_[A-Za-z0-9]{32,64}/),
  authToken('harness_token', 'pat.|sat.', /[ps]at\.[\w-]{20,24}\.[A-Za-z0-9]{22,26}\.[A-Za-z0-9]{18,22}/),
  { ...apiKey('octopus_key', 'api-', /API-[A-Z0-9]{25,32}(?![A-Za-z0-9])/), accepts: hasRandomTail },
  authToken(
    'sourcegraph_token',
    'sgp_|sgd_|slk_',
    /(?:sgp_(?:[A-Za-z0-9]{16}_|local_)?[A-Za-z0-9]{36,48}|sgd_[A-Za-z0-9]{48,64}|slk_[A-Za-z0-9]{48,64})/,
  ),
  authToken('snyk_token', 'snyk_', /snyk_(?:uat|sat)\.[a-z0-9]{8}\.[\w.-]{40,600}/),
  apiKey('postman_key', 'pmak-|pmat-', /PM(?:AK|AT)-[A-Za-z0-9]{20,64}(?:-[A-Za-z0-9]{24,64})?/),
  apiKey('readme_key', 'rdme_', /rdme_[A-Za-z0-9]{48,80}/),
  apiKey('prefect_key', 'pnu_|pnb_', /pn[ub]_[A-Za-z0-9]{32,48}/),
  apiKey('launchdarkly_key', 'sdk-|api-', /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/),
  {
    ...apiKey(
      'rapidapi_key',
      'msh',
      /(?<=(?<![A-Za-z0-9])(?<head>[0-9a-f]{10}))msh[0-9a-f]{15}p1[0-9a-f]{5}jsn[0-9a-f]{12}/,
    ),
    midWord: true,
  },
  apiKey('stytch_secret', 'secret-live-|secret-test-', /secret-(?:live|test)-[\w=-]{36,80}/),
  apiKey('persona_key', 'persona_', /persona_(?:production|sandbox)_[0-9a-f-]{36}/),
  apiKey('rootly_key', 'rootly_', /rootly_[A-Za-z0-9]{48,80}/),
  authToken('settlemint_token', 'sm_pat_|sm_aat_|sm_sat_', /sm_[pas]at_[A-Za-z0-9]{16,64}/),
  apiKey(
    'authress_key',
    'sc_|ext_|scauth_|authress_',
    longPattern()`
        (?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.(?:acc)
        [_-]?[A-Za-z0-9-]{10,32}\.[\w+/=-]{30,120}
      `,
  ),
  apiKey('infracost_key', 'ico-', /ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])/),
  { ...authToken('portainer_token', 'ptr_', /ptr_[\w/+=-]{32,64}/), accepts: hasRandomTail },
  apiKey('pubnub_secret', 'sec-c-', /sec-c-[A-Za-z0-9-]{36,64}/),
  apiKey('intra_secret', 's-s4t2', /s-s4t2(?:ud|af)-[a-f0-9]{48,64}/),
]
