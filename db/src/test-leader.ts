import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from './connect.ts'
import { lead } from './lease.ts'
import { createLog } from './log.ts'
import { inTransaction } from './transaction.ts'

// For tests: a process that writes its own number again and again while it is the one that does, and so may be killed or frozen.

const db = connect(process.env.DATABASE_URL ?? '', { part: 'leader', max: 3 })
const pauseMs = 20

const leading = lead({
  ...{ db, name: 'marks', log: createLog('leader', 'silent') },
  start: (fenced) => {
    let goesOn = true
    const run = async () => {
      while (goesOn) {
        const write = inTransaction(fenced, async (tx) => {
          await sql`insert into marks (pid) values (${process.pid})`.execute(tx)
          // Whoever is frozen is most likely frozen in the middle.
          await sleep(pauseMs)
        })
        await write.catch(() => sleep(pauseMs))
      }
    }
    const ended = run()
    process.send?.('leads')
    return {
      stop: async () => {
        goesOn = false
        await ended
        process.send?.('led')
      },
    }
  },
})

process.on('SIGTERM', () => leading.stop().then(() => process.exit(0)))
