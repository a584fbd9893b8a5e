import type { Bench } from './bench.ts'
import { networkPages } from './network-pages.ts'
import { networkRewards } from './network-rewards.ts'

const aims = { growth: 1.5, ratio: 0.95 }

/** Whether the network below somebody costs as much to look at when a million are in it, and whether trades notice that their fees are shared. */
export const network: Bench = async (tools) => {
  const pages = await networkPages(tools)
  const rewards = await networkRewards(tools)
  const value = Math.max(pages.page.growth, pages.node.growth)
  const { following, trades } = rewards
  return {
    value,
    unit: `× the time with ${pages.below.few} below, with ${pages.below.many} (the first page ${pages.page.growth.toFixed(2)} ×, an opened node ${pages.node.growth.toFixed(2)} ×; ${following.perSecond.toFixed(0)} fees/s are followed, and trades are ${trades.ratio.toFixed(2)} × as many while theirs are)`,
    aim: `≤ ${aims.growth} ×, ≥ ${aims.ratio} ×`,
    ok: pages.isWhole && rewards.isWhole && value <= aims.growth && trades.ratio >= aims.ratio,
    rounds: [pages, rewards],
  }
}
