import type { ModelStats } from 'shapes'

/** Rates belong to a model on a provider in a mode. */
export const keyOf = ({ model, provider, profile }: ModelStats): string => `${model} · ${provider} · ${profile}`
