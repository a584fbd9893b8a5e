import type { Network } from '@ingot/endpoints/affiliates'
import { Card } from '../../ui/card.tsx'
import { missingWords } from './network-words.ts'
import classes from './workstation.module.css'

/** How many are on each level. */
export const LevelFigures = ({ network: { levels, recentDays } }: { network: Network }) => (
  <Card as="section" className={classes.card} aria-labelledby="levels-title">
    <h2 id="levels-title" className={classes.title}>
      Level by level
    </h2>
    <table className={classes.levels}>
      <thead>
        <tr>
          <th scope="col">Level</th>
          <th scope="col">Members</th>
          <th scope="col">Verified</th>
          <th scope="col">
            New<span className={classes.wide}> in {recentDays} days</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {levels.map(({ level, members, verified, recent }) => (
          <tr key={level} data-empty={members === 0 || undefined}>
            <th scope="row">{level}</th>
            <td>{members}</td>
            <td>{verified}</td>
            <td>{recent}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className={classes.quiet}>
      Level 1 are those whom you brought, level 2 those whom they brought, down to level {levels.length}. New are those
      who came in the last {recentDays} days.
    </p>
  </Card>
)

/** The own rank, and what the next one takes. */
export const RankCard = ({ network: { rank, ranks, next, counted } }: { network: Network }) => (
  <Card as="section" className={classes.card} aria-labelledby="rank-title">
    <h2 id="rank-title" className={classes.title}>
      Your rank
    </h2>
    <p className={classes.rank}>{rank ?? 'No rank yet'}</p>
    <p className={classes.text}>
      {next ? (
        <>
          For {next.rank}: {missingWords(next)}.
        </>
      ) : (
        'There is no higher one.'
      )}
    </p>
    <table className={classes.levels}>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">By yourself</th>
          <th scope="col">In all</th>
        </tr>
      </thead>
      <tbody>
        {ranks.map((each) => (
          <tr key={each.rank} data-own={each.rank === rank || undefined}>
            <th scope="row">{each.rank}</th>
            <td>{each.direct}</td>
            <td>{each.all}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">You have</th>
          <td>{counted.direct}</td>
          <td>{counted.all}</td>
        </tr>
      </tbody>
    </table>
    <p className={classes.quiet}>Only verified customers count. A rank brings no money.</p>
  </Card>
)
