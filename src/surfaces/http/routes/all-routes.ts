import { openApiDocument } from '../open-api.ts'
import { shape } from '../request-schema.ts'
import { type ApiRoute, jsonReply, get } from '../api-route.ts'
import { accessRoutes } from './access-routes.ts'
import { attemptRoutes } from './attempt-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { chatRoutes } from './chat-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { machineRoutes } from './machine-routes.ts'
import { memoryRoutes } from './memory-routes.ts'
import { permissionRoutes } from './permission-routes.ts'
import { policyRoutes } from './policy-routes.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { setupRoutes } from './setup-routes.ts'
import { toolRoutes } from './tool-routes.ts'

/** All routes. A fixed path stands before one with a variable in the same place. */
export const ROUTES: readonly ApiRoute[] = [
  ...accessRoutes,
  ...setupRoutes,
  ...sessionRoutes,
  ...chatRoutes,
  ...permissionRoutes,
  ...receiptRoutes,
  ...auditRoutes,
  ...attemptRoutes,
  ...toolRoutes,
  ...policyRoutes,
  ...memoryRoutes,
  ...fileRoutes,
  ...machineRoutes,
  get('/api/openapi.json', 'This API as OpenAPI 3.1.', {
    scope: null,
    reply: shape('OpenApi', 'openapi', 'info', 'paths'),
    run: (_call, { version, origin }) => jsonReply(openApiDocument(ROUTES, { version, origin: origin() })),
  }),
]
