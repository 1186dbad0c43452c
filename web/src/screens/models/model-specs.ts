import type { ModelsView } from 'shapes'

/** Every model that can answer here; those that only embed cannot. */
export const modelSpecs = (models: ModelsView | null): readonly string[] =>
  models === null
    ? []
    : [
        ...models.builtin.map(({ spec }) => spec),
        ...models.servers.flatMap(server => server.models.flatMap(model => (model.only_embeds ? [] : [model.spec]))),
      ]
