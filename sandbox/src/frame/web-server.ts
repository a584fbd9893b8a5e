import { readFile } from 'node:fs/promises'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { addControlRoutes } from './control.ts'
import { homeBody } from './home.ts'
import { html } from './html.ts'
import { openPages, type Pages } from './page.ts'
import type { Resident } from './resident.ts'

const BODY_LIMIT = 64 * 1024

const isForPrograms = (request: FastifyRequest): boolean => request.url.startsWith('/api/')

const sendFailure = (
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  failure: { status: number; name: string; message: string },
): FastifyReply => {
  if (isForPrograms(request)) return reply.code(failure.status).send({ data: null, error: failure })
  const body = html`<h1>${failure.status === 404 ? 'Not found' : 'That did not work'}</h1>
<p class="lead">${failure.message}.</p>
<p class="actions"><a class="button" href="/">Home</a></p>`
  return pages.send(reply, { title: failure.message, body }, failure.status)
}

export const openWebServer = async (residents: Resident[]): Promise<FastifyInstance> => {
  const server = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: 'idle', logger: false })
  const pages = openPages([
    { path: '/', title: 'Home' },
    ...residents.map((resident) => ({ path: resident.pages[0]?.path ?? '/', title: resident.title })),
    { path: '/control', title: 'Control' },
  ])

  server.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  )

  server.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return sendFailure(pages, request, reply, { status, name: error.name, message: error.message })
    process.stderr.write(`${request.method} ${request.url} failed: ${error.stack}\n`)
    const message = 'Something in the sandbox went wrong; its log has the details'
    return sendFailure(pages, request, reply, { status, name: 'InternalError', message })
  })

  server.setNotFoundHandler((request, reply) =>
    sendFailure(pages, request, reply, { status: 404, name: 'NotFound', message: 'There is nothing at this address' }),
  )

  const style = await readFile(new URL('./style.css', import.meta.url), 'utf8')
  const icon = await readFile(new URL('./icon.svg', import.meta.url), 'utf8')
  server.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  server.get('/icon.svg', (_request, reply) => reply.type('image/svg+xml').send(icon))

  server.get('/', (_request, reply) => pages.send(reply, { title: 'Home', body: homeBody(residents), at: '/' }))
  addControlRoutes(server, residents, pages)
  for (const resident of residents) resident.addRoutes(server, pages)
  return server
}
