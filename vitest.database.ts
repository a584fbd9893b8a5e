import { startTestServer } from './db/src/test-server.ts'

export const setup = async () => {
  const server = await startTestServer()
  return server.stop
}
