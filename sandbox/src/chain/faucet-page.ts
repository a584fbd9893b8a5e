import type { FastifyInstance } from 'fastify'
import type { Hex } from 'viem'
import { html, type Markup } from '../frame/html.ts'
import type { Pages } from '../frame/page.ts'
import { readQuery } from '../frame/query.ts'
import { RequestRefused } from '../frame/refusal.ts'
import { assertSameOrigin } from '../frame/same-origin.ts'
import { transactionLink } from './explorer-views.ts'
import { FAUCET_ASSETS, type Faucet, readFaucetOrder } from './faucet.ts'

const HASH = /^0x[0-9a-f]{64}$/

type Shown = { address?: string | undefined; asset?: string; amount?: string; problem?: string; hash?: Hex }

const faucetBody = ({ address, asset, amount = '100', problem, hash }: Shown): Markup => html`<h1>Faucet</h1>
<p class="lead">Coins for any address on this chain, for nothing. They are worth nothing, too.</p>
${problem !== undefined && html`<p class="problem" role="alert">${problem}.</p>`}
${hash !== undefined && html`<p class="card" role="status">On its way: ${transactionLink(hash)}</p>`}
<form class="card form" method="post" action="/faucet">
<label for="address">Address
<input id="address" name="address" maxlength="80" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="0x…" value="${address}" required></label>
<label for="asset">Asset
<select id="asset" name="asset">${FAUCET_ASSETS.map((each) => html`<option${each === asset ? html` selected` : ''}>${each}</option>`)}</select></label>
<label for="amount">Amount
<input id="amount" name="amount" inputmode="decimal" maxlength="60" autocomplete="off" value="${amount}" required></label>
<p class="actions"><button class="primary" type="submit">Send</button><a class="button" href="/explorer">Explorer</a></p>
</form>`

export const addFaucetPage = (server: FastifyInstance, faucet: Faucet, pages: Pages): void => {
  server.get('/faucet', (request, reply) => {
    const { address, sent } = readQuery(request.query, ['address', 'sent'])
    const hash = sent !== undefined && HASH.test(sent) ? { hash: sent as Hex } : {}
    return pages.send(reply, { title: 'Faucet', body: faucetBody({ address, ...hash }), at: '/explorer' })
  })

  server.post('/faucet', { preHandler: assertSameOrigin }, async (request, reply) => {
    const given = (request.body ?? {}) as Record<string, string>
    try {
      const hash = await faucet.give(readFaucetOrder(given))
      return reply.redirect(`/faucet?sent=${hash}`, 303)
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error
      const body = faucetBody({ ...given, problem: error.message })
      return pages.send(reply, { title: 'Faucet', body, at: '/explorer' }, error.statusCode)
    }
  })
}
