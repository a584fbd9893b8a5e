import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './stack.ts'

// Vite's own server, in a process of its own: it ends the process it runs in when it is told to stop.
const web = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  logLevel: 'warn',
})
await web.listen()
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
