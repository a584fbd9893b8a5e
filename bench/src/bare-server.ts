import Fastify from 'fastify'

// The yardstick: the same answer from a Fastify route with nothing around it.
const app = Fastify()
const reply = { data: { live: true, ready: true, version: '0.0.0', parts: [] } }
app.get('/api/health', async () => reply)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.({ ready: true, port: typeof address === 'object' ? address?.port : 0 })
process.on('disconnect', () => process.exit(0))
