import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** What stands behind the portal as HAProxy sees it: by name, UP, DOWN or on its way. */
const readStates = async (folder: string): Promise<Map<string, string>> => {
  const socket = connect(join(folder, 'haproxy.sock'))
  socket.end('show stat\n')
  const [head = '', ...lines] = (await text(socket)).trim().split('\n')
  const columns = head.replace(/^# /, '').split(',')
  const rows = lines.map((line) => line.split(','))
  const [proxy, server, status] = ['pxname', 'svname', 'status'].map((name) => columns.indexOf(name)) as number[]
  const ofPortal = rows.filter((row) => row[proxy ?? 0] === 'portal')
  return new Map(ofPortal.map((row) => [row[server ?? 0] ?? '', row[status ?? 0] ?? '']))
}

/** Until HAProxy sends calls to one again, as who restarts the next one waits for. */
export const untilSentTo = async (folder: string, server: string, limit = 60_000): Promise<void> => {
  let state: string | undefined
  for (const deadline = Date.now() + limit; Date.now() < deadline; await sleep(100)) {
    state = (await readStates(folder).catch(() => new Map<string, string>())).get(server)
    if (state === 'UP') return
  }
  throw new Error(`HAProxy sends nothing to ${server}: ${state ?? 'it does not know it'}`)
}
