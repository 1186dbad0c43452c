export { type DemoOptions, openDemo } from './demo-model.ts'
