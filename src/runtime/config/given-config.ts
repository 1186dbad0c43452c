import type { JsonObject } from '../../core/index.ts'
import { refuseProblems } from './config-problem.ts'
import { flatLayer } from './flat-layer.ts'
import { type MergedConfig, mergeLayers } from './merge-layers.ts'
import { configShape } from './sections.ts'

/** What a program says, over the defaults. Files and environment are not read. */
export function givenConfig(settings: JsonObject): MergedConfig {
  const shape = configShape()
  const { layer, problems } = flatLayer(shape, settings, { source: 'assemble', origin: 'flag' })
  refuseProblems(problems)
  return mergeLayers(shape, { flags: layer, trusted: false })
}
