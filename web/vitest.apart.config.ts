import { defineConfig } from 'vitest/config'
import web, { apart } from './vitest.config.ts'

const { exclude: _exclude, ...test } = web.test ?? {}

export default defineConfig({ ...web, test: { ...test, name: 'web-apart', include: apart, isolate: true } })
