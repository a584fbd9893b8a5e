import { connect, poolOf } from '@ingot/db/connect'
import Fastify from 'fastify'

// The yardstick: the same answer by one lookup of a row by its primary key, for anybody who asks. Pool and prepared
// statement are as ours are, so that the figure shows what stands around the lookup and not how it is made.
const pool = poolOf(connect(process.env.DATABASE_URL ?? '', { part: 'bench-bare' }))

const find = { name: 'find-customer', text: 'select totp_secret is not null as enabled from customers where id = $1' }

const app = Fastify()
app.get<{ Params: { id: string } }>('/customers/:id', async ({ params }) => {
  const { rows } = await pool.query({ ...find, values: [params.id] })
  return { data: { enabled: rows[0].enabled } }
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.({ ready: true, port: typeof address === 'object' ? address?.port : 0 })
process.on('disconnect', () => process.exit(0))
