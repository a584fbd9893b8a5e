import { createLog } from '@ingot/db/log'
import { runProcess } from '@ingot/db/process'
import { readConfig } from './config.ts'
import { startApi } from './start-api.ts'

await runProcess(() => {
  const config = readConfig(process.env, 'api')
  return startApi(config, createLog('api', config.LOG_LEVEL))
})
