import { createLog } from '@ingot/db/log'
import { runProcess } from '@ingot/db/process'
import { readConfig } from './config.ts'
import { allFeatures } from './server.ts'
import { startApi } from './start-api.ts'
import { identifyByHeader, writeFeature } from './test-writes.ts'

// The real api with one more call that writes: what the fault tests kill.
await runProcess(async () => {
  const config = readConfig(process.env)
  return startApi(config, createLog('api', config.LOG_LEVEL), {
    identify: identifyByHeader,
    features: (deps) => {
      const [ours, writes] = [allFeatures(deps), writeFeature(deps.db)]
      return { endpoints: [...ours.endpoints, ...writes.endpoints], bindings: [...ours.bindings, ...writes.bindings] }
    },
  })
})
