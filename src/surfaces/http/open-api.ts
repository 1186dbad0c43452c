import type { Json, JsonObject } from '../../core/index.ts'
import type { ApiRoute } from './api-route.ts'

type ApiPlace = { readonly version: string; readonly origin: string }

const ERROR: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code', 'docs', 'advice'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        param: { type: ['string', 'null'] },
        code: { type: 'string' },
        docs: { type: 'string' },
        advice: { type: 'string' },
      },
    },
  },
}

/** The routes as OpenAPI 3.1. Its request schemas are the objects that requests are checked with. */
export function openApiDocument(routes: readonly ApiRoute[], { version, origin }: ApiPlace): JsonObject {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version,
      description: 'The API of one workspace. Every tool call passes all checks and leaves a receipt.',
    },
    servers: [{ url: origin }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A console token or an API key.' },
      },
      schemas: { Error: ERROR },
    },
  }
}

function operationOf({
  method,
  path,
  scope,
  summary,
  query,
  body,
  reply,
  status = 200,
  type = 'application/json',
}: ApiRoute): JsonObject {
  return {
    operationId: operationId(method, path),
    summary,
    ...(scope === null ? { security: [] } : { 'x-scope': scope }),
    parameters: [...pathParameters(path), ...queryParameters(query)],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: {
        description: summary,
        ...(status !== 204 && {
          content: { [type]: { schema: reply ?? { type: 'string' } } },
        }),
      },
      default: {
        description: 'An error.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** `getApiSessionsId` of GET /api/sessions/{id}. */
const operationId = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replaceAll(/[/{}.-]+(\w?)/g, (_all, letter: string) => letter.toUpperCase())}`

const pathParameters = (path: string): readonly Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(query: JsonObject | undefined): readonly Json[] {
  const properties = query?.['properties']
  const required = query?.['required']
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return []
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema: schema ?? {},
  }))
}
