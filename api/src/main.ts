import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { runProcess } from './process.ts'
import { startApi } from './start-api.ts'

await runProcess(() => {
  const config = readConfig(process.env)
  return startApi(config, createLog('api', config.LOG_LEVEL))
})
