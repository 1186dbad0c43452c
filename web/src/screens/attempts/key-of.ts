import type { ModelStats } from 'shapes'

/** The key of a model's statistics: model, provider and profile. */
export const keyOf = ({ model, provider, profile }: ModelStats): string => `${model} · ${provider} · ${profile}`
