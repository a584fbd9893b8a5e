import type { Db } from '@ingot/db/connect'
import { handler, type JobHandler } from '@ingot/db/jobs'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { createMailing } from '../../mail/mailing.ts'
import * as mails from '../../mail/staking-mails.ts'
import type { MailContent } from '../../mail/template.ts'
import { listCustomers } from '../identity/store.ts'
import { type StakingMail, stakingMail } from './sent-jobs.ts'
import { findRequest, findStake } from './store.ts'

const ofStake = { ended: mails.stakeEnded, renewed: mails.stakeRenewed, left: mails.stakeLeft }

type Links = { link: string; rewardLink: string }

/** What is told; undefined of what is not this customer's. */
const contentOf = async (db: Db, told: StakingMail, { link, rewardLink }: Links): Promise<MailContent | undefined> => {
  if ('request' in told) {
    const request = await findRequest(db, told.request)
    if (request?.customer !== told.customer) return
    const { number, reason, currency, kind } = request
    const isSold = kind === 'stake' && currency === 'USDT'
    const about =
      kind === 'stake'
        ? { number, currency, isSold, reason, link }
        : { number, currency, isSold, reason, link: rewardLink }
    return told.kind === 'paid' ? mails.rewardPaid(about) : mails.rewardRejected(about)
  }
  const stake = await findStake(db, told.customer, told.stake)
  if (!stake) return
  const about = { number: stake.number, link }
  return told.kind === 'not-renewed' ? mails.stakeNotRenewed({ ...about, why: told.why }) : ofStake[told.kind](about)
}

/** Mails about stakes and rewards. Who is no longer there is told nothing. */
export const stakingMailJobs = ({ db, config, mailer }: Deps & { mailer: Mailer }): JobHandler[] => {
  const send = createMailing(config, mailer)
  const links = { link: `${siteOf(config)}/stakes`, rewardLink: `${siteOf(config)}/My-Reward-Center` }
  return [
    handler(stakingMail, async (told, id) => {
      const [known] = await listCustomers(db, [told.customer])
      const content = known && (await contentOf(db, told, links))
      if (content) await send(id, known.email, content)
    }),
  ]
}
