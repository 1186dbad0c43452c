import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { isJsonObject } from '../../src/core/index.ts'
import { openApiDocument } from '../../src/surfaces/http/open-api.ts'
import { ROUTES } from '../../src/surfaces/http/routes/all-routes.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(ROOT, 'docs', 'http.md'), 'utf8')
const rows = [...page.matchAll(/^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)` \| (use|approve|–) \|/gm)].map(
  ([, method, path, scope]) => `${method} ${path} ${scope}`,
)

describe('the table of routes', () => {
  test('is the table of docs/http.md, row for row', () => {
    expect(rows.toSorted()).toEqual(
      ROUTES.map(({ method, path, scope }) => `${method} ${path} ${scope ?? '–'}`).toSorted(),
    )
  })

  test('no two rows answer to the same address', () => {
    const addresses = ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test('the document is OpenAPI 3.1 whose request schemas are sound and refuse what they do not name', () => {
    const document = openApiDocument(ROUTES, { version: '1.0.0', origin: 'http://127.0.0.1:4070' })
    expect(document['openapi']).toBe('3.1.0')
    const paths = isJsonObject(document['paths']) ? document['paths'] : {}
    expect(Object.keys(paths).toSorted()).toEqual([...new Set(ROUTES.map(({ path }) => path))].toSorted())
    const ids = Object.values(paths).flatMap(path =>
      isJsonObject(path) ? Object.values(path).map(each => (isJsonObject(each) ? each['operationId'] : '')) : [],
    )
    expect(new Set(ids).size).toBe(ROUTES.length)
    const ajv = new Ajv2020({ strict: true })
    for (const { path, body, query } of ROUTES)
      for (const schema of [body, query].filter(each => each !== undefined)) {
        const validate = ajv.compile(schema)
        expect([path, validate({ 'no such field': 1 })]).toEqual([path, false])
      }
  })
})
