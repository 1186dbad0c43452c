import { type Json, type JsonObject, isJsonList, isJsonObject, textOf } from '../../core/index.ts'

/** `{"data":[{"id":…},…]}`: the list of models, as all servers write it. */
export function modelsIn(value: Json | undefined): readonly JsonObject[] {
  const list = isJsonObject(value) ? value['data'] : undefined
  return isJsonList(list) ? list.filter(isJsonObject).filter(model => textOf(model['id']) !== '') : []
}

export const isList = (value: Json | undefined): boolean => isJsonObject(value) && isJsonList(value['data'])

export const findModel = (models: readonly JsonObject[], name: string): JsonObject | undefined =>
  models.find(model => textOf(model['id']) === name) ??
  models.find(model => textOf(model['id']).toLowerCase() === name.toLowerCase())
