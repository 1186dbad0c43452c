export { type DemoOptions, openDemo } from './open-demo.ts'
