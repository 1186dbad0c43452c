import { longPattern } from '../../../../core/index.ts'
import { type SecretRule, keyRule, tokenRule, passwordRule } from '../rule.ts'
import { hasRandomTail } from '../second-look.ts'

/** Forges, registries, builds and the tools of developers. */
export const DEVELOPER_RULES: readonly SecretRule[] = [
  tokenRule(
    'gitlab_token',
    /gl(?:dt|rtr?|ptt|ft|imt|agent|oas|cbt|soat|ffct|wt)-[\w.-]{16,128}|GR1348941[\w-]{20}/,
    'gldt-|glrt-|glrtr-|glptt-|glft-|glimt-|glagent-|gloas-|glcbt-|glsoat-|glffct-|glwt-|gr1348941',
  ),
  passwordRule('bitbucket_app_password', /ATBB[A-Za-z0-9=_-]{28,40}/, 'atbb'),
  tokenRule('atlassian_token', /AT(?:A|C|OA)TT3[\w=-]{50,400}/, 'atatt3|atctt3|atoatt3'),
  { ...tokenRule('npm_token', /npm_[A-Za-z0-9]{30,64}/, 'npm_'), accepts: hasRandomTail },
  tokenRule('pypi_token', /pypi-Ag[\w-]{50,1000}/, 'pypi-ag'),
  keyRule('rubygems_key', /rubygems_[A-Za-z0-9]{32,64}/, 'rubygems_'),
  {
    ...tokenRule('crates_token', /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/, 'cio'),
    accepts: secret => /\d/.test(secret) && hasRandomTail(`-${secret}`),
  },
  keyRule('nuget_key', /oy2[a-z0-9]{43}(?![A-Za-z0-9])/, 'oy2'),
  tokenRule('clojars_token', /CLOJARS_[a-z0-9]{48,64}/i, 'clojars_'),
  tokenRule('packagist_token', /packagist_[a-z]{2,4}_[A-Za-z0-9]{32,80}/, 'packagist_'),
  tokenRule('docker_token', /dckr_[po]at_[\w-]{16,64}/, 'dckr_'),
  keyRule('jfrog_key', /AKCp[A-Za-z0-9]{60,80}|cmVmd[A-Za-z0-9]{50,64}(?![A-Za-z0-9+/])/, 'akcp|cmvmd'),
  tokenRule('sonar_token', /sq[pau]_[A-Za-z0-9]{36,48}/, 'sqp_|sqa_|squ_'),
  tokenRule('circleci_token', /CCIP(?:AT|JT)_[A-Za-z0-9]{16,32}_[A-Za-z0-9]{32,48}/, 'ccipat_|ccipjt_'),
  tokenRule('buildkite_token', /bk(?:ua|at|ct)_[A-Za-z0-9]{32,64}/, 'bkua_|bkat_|bkct_'),
  tokenRule('harness_token', /[ps]at\.[\w-]{20,24}\.[A-Za-z0-9]{22,26}\.[A-Za-z0-9]{18,22}/, 'pat.|sat.'),
  { ...keyRule('octopus_key', /API-[A-Z0-9]{25,32}(?![A-Za-z0-9])/, 'api-'), accepts: hasRandomTail },
  tokenRule(
    'sourcegraph_token',
    /(?:sgp_(?:[A-Za-z0-9]{16}_|local_)?[A-Za-z0-9]{36,48}|sgd_[A-Za-z0-9]{48,64}|slk_[A-Za-z0-9]{48,64})/,
    'sgp_|sgd_|slk_',
  ),
  tokenRule('snyk_token', /snyk_(?:uat|sat)\.[a-z0-9]{8}\.[\w.-]{40,600}/, 'snyk_'),
  keyRule('postman_key', /PM(?:AK|AT)-[A-Za-z0-9]{20,64}(?:-[A-Za-z0-9]{24,64})?/, 'pmak-|pmat-'),
  keyRule('readme_key', /rdme_[A-Za-z0-9]{48,80}/, 'rdme_'),
  keyRule('prefect_key', /pn[ub]_[A-Za-z0-9]{32,48}/, 'pnu_|pnb_'),
  keyRule('launchdarkly_key', /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, 'sdk-|api-'),
  {
    ...keyRule(
      'rapidapi_key',
      /(?<=(?<![A-Za-z0-9])(?<head>[0-9a-f]{10}))msh[0-9a-f]{15}p1[0-9a-f]{5}jsn[0-9a-f]{12}/,
      'msh',
    ),
    midWord: true,
  },
  keyRule('stytch_secret', /secret-(?:live|test)-[\w=-]{36,80}/, 'secret-live-|secret-test-'),
  keyRule('persona_key', /persona_(?:production|sandbox)_[0-9a-f-]{36}/, 'persona_'),
  keyRule('rootly_key', /rootly_[A-Za-z0-9]{48,80}/, 'rootly_'),
  tokenRule('settlemint_token', /sm_[pas]at_[A-Za-z0-9]{16,64}/, 'sm_pat_|sm_aat_|sm_sat_'),
  keyRule(
    'authress_key',
    longPattern()`
        (?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[A-Za-z0-9]{4,6}\.(?:acc)
        [_-]?[A-Za-z0-9-]{10,32}\.[\w+/=-]{30,120}
      `,
    'sc_|ext_|scauth_|authress_',
  ),
  keyRule('infracost_key', /ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])/, 'ico-'),
  { ...tokenRule('portainer_token', /ptr_[\w/+=-]{32,64}/, 'ptr_'), accepts: hasRandomTail },
  keyRule('pubnub_secret', /sec-c-[A-Za-z0-9-]{36,64}/, 'sec-c-'),
  keyRule('intra_secret', /s-s4t2(?:ud|af)-[a-f0-9]{48,64}/, 's-s4t2'),
]
