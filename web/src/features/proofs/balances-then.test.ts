import { expect, it } from 'vitest'
import { answeringServer, cutLine, ok } from '../../lib/test-server.ts'
import { readBalancesThen } from './balances-then.ts'

const tree = (asset: string) => ({ asset, decimals: 2, depth: 12, root: '', total: '0' })
const proof = {
  snapshot: { header: { number: 4, trees: [tree('QMGT'), tree('GDS')] } },
  of: [
    { asset: 'QMGT', units: '150', parts: [] },
    { asset: 'GDS', units: '7', parts: [] },
  ],
} as never

/** Each is told once, the last one for ever. */
const serve = (moved: unknown[], total = '3.5') => {
  const rest = { available: total, held: '0', bound: '0', staked: '0', valueInUsd: null }
  answeringServer({
    'GET /user-balances': ok([{ asset: 'QMGT', total, ...rest }]),
    'GET /reserves/moved': () => ok(moved.length > 1 ? moved.shift() : moved[0]),
  })
}

const at = (came: string) => ({ snapshot: 4, moved: [{ asset: 'QMGT', came, went: '50' }] })

it('is what the wallet shows, less what came, plus what went; what the wallet does not show is as the proof has it', async () => {
  serve([at('250')])
  expect(await readBalancesThen(proof)).toEqual({ balances: { QMGT: '150', GDS: '7' }, ...{ moved: at('250').moved } })
  serve([at('250')], '3.49')
  expect((await readBalancesThen(proof))?.balances.QMGT).toBe('149')
})

it('waits for a moment in which nothing moves, and does not guess', async () => {
  serve([at('0'), at('250')])
  expect((await readBalancesThen(proof))?.balances.QMGT).toBe('150')
  serve([at('1'), at('2'), at('3'), at('4'), at('5'), at('6')])
  expect(await readBalancesThen(proof)).toBeUndefined()
  serve([{ ...at('250'), snapshot: 5 }])
  expect(await readBalancesThen(proof)).toBeUndefined()
  answeringServer({ 'GET /reserves/moved': cutLine })
  expect(await readBalancesThen(proof)).toBeUndefined()
})
