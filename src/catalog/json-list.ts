import { type Json, isJsonList } from '../core/index.ts'

export const stringItems = (value: Json | undefined): readonly string[] =>
  isJsonList(value) ? value.filter(item => typeof item === 'string') : []
