import type { JsonObject, Section } from '../../core/index.ts'
import type { KnownKey, KnownTable } from './config-shape.ts'

export function schemaOf(root: KnownTable, sections: readonly Section[]): JsonObject {
  const about = new Map(sections.map(section => [section.name, section.about]))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'countersign.toml',
    ...tableSchema(root, '', about),
  }
}

function tableSchema({ members }: KnownTable, name: string, about: ReadonlyMap<string, string>): JsonObject {
  const description = about.get(name)
  const properties = [...members].map(([key, member]): [string, JsonObject] => [
    key,
    member.kind === 'key' ? keySchema(member) : tableSchema(member, name === '' ? key : `${name}.${key}`, about),
  ])
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  }
}

/** A default of null means "not set": TOML has no word for it, so the schema does not offer it either. */
function keySchema({ setting }: KnownKey): JsonObject {
  const { schema, standard, about, notYet } = setting
  const description = notYet ? `${about} Not in this version.` : about
  return { ...schema, description, ...(standard !== null && { default: standard }) }
}
