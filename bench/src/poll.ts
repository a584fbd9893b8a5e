import { join } from 'node:path'
import { type Bench, median } from './bench.ts'
import { signInNewCustomer } from './poll-customer.ts'
import { apiSettings, requestsPerSecond, type Server, startServer } from './server.ts'
import { startStrapi } from './strapi.ts'

const aims = { bare: 0.6, strapi: 10 }
// Many short ones: whatever else the machine does for some seconds then falls on all three.
const rounds = 15
const seconds = 2
const warmUpSeconds = 10
// Pages that poll have a connection each and ask again when they were answered, so nothing is pipelined. Thirty-two are
// three times as many as there are connections to the database: each server always has something to do, and even the
// slowest answers everyone several times a second.
const connections = 32
/** Of one session only some calls are worked on at a time. */
const sessions = 8

const askOnce = async (url: string, headers: Record<string, string>, method = 'GET') => {
  const answer = await fetch(url, { method, headers })
  await answer.text()
  return answer.status
}

/** The call that every open page repeats, signed in, beside a route with one lookup and beside Strapi's nearest call. */
export const poll: Bench = async ({ root, sandbox, databaseUrl, ownerUrl, say }) => {
  const servers: Server[] = []
  const start = async (server: Promise<Server>) => {
    servers.push(await server)
    return (await server).url
  }
  try {
    const entry = (path: string) => join(root, path)
    const api = await start(
      startServer({ name: 'api', entry: entry('api/src/main.ts'), env: apiSettings(databaseUrl) }),
    )
    const customer = await signInNewCustomer(api, sandbox)
    const requests = [{ headers: customer.headers }]
    while (requests.length < sessions) requests.push({ headers: (await customer.signIn()).headers })
    const bare = await start(
      startServer({
        name: 'bare',
        entry: entry('bench/src/bare-lookup-server.ts'),
        env: { DATABASE_URL: databaseUrl },
      }),
    )
    const strapi = await startStrapi(root, ownerUrl, say)
    servers.push(strapi)

    const check = `${api}/api/mfa/check-2fa`
    const measure = {
      bare: (duration: number) => requestsPerSecond(`${bare}/customers/${customer.id}`, duration, { connections }),
      ours: (duration: number) => requestsPerSecond(check, duration, { connections, requests }),
      strapi: (duration: number) => requestsPerSecond(strapi.me, duration, { connections, headers: strapi.headers }),
    }
    for (const warmUp of Object.values(measure)) await warmUp(warmUpSeconds)
    const measured = []
    for (let round = 1; round <= rounds; round++) {
      const figures = {
        bare: await measure.bare(seconds),
        ours: await measure.ours(seconds),
        strapi: await measure.strapi(seconds),
      }
      measured.push({ ...figures, toBare: figures.ours / figures.bare, toStrapi: figures.ours / figures.strapi })
      const { bare, ours, strapi } = figures
      say(`round ${round}: bare ${bare.toFixed(0)}/s, ours ${ours.toFixed(0)}/s, Strapi ${strapi.toFixed(0)}/s`)
    }

    // What makes it fast must not make a session that was ended live on.
    const leave = await askOnce(`${api}/api/log-out`, customer.headers, 'POST')
    const afterwards = await askOnce(check, customer.headers)
    if (leave !== 200 || afterwards !== 401)
      throw new Error(`logging out gave ${leave}, and the next call ${afterwards} where it should give 401`)

    const value = median(measured.map(({ toBare }) => toBare))
    const toStrapi = median(measured.map(({ toStrapi }) => toStrapi))
    return {
      value,
      unit: `× a bare route with one lookup (${toStrapi.toFixed(1)} × Strapi’s users/me)`,
      aim: `≥ ${aims.bare} (≥ ${aims.strapi} × Strapi)`,
      ok: value >= aims.bare && toStrapi >= aims.strapi,
      rounds: measured,
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}
