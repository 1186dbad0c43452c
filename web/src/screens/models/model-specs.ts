import type { ModelsView } from 'shapes'

/** All chat models found; embedding models are left out. */
export const modelSpecs = (models: ModelsView | null): readonly string[] =>
  models === null
    ? []
    : [
        ...models.builtin.map(({ spec }) => spec),
        ...models.servers.flatMap(server => server.models.flatMap(model => (model.only_embeds ? [] : [model.spec]))),
      ]
