import type { NomineeSet } from '@ingot/endpoints/nominee-fields'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { shareWords } from '../../lib/share-words.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { Card } from '../../ui/card.tsx'
import { FormText, FormWays, TextLink } from '../../ui/form.tsx'
import { NomineeFacts, nameOf } from './nominee-facts.tsx'
import classes from './nominees.module.css'
import { ShareBar } from './share-bar.tsx'

/** Who a set names, or that it names nobody. */
const People = ({ set }: { set: NomineeSet }) =>
  set.namesNobody ? (
    <FormText>You name nobody. Whoever inherits has to show us a court’s paper.</FormText>
  ) : (
    <>
      <ShareBar shares={set.nominees.map(({ share }) => share)} />
      <ul className={classes.people}>
        {set.nominees.map((nominee) => (
          <li key={`${nameOf(nominee)} ${nominee.dateOfBirth}`}>
            <details className={classes.person}>
              <summary className={classes.personLine}>
                <span className={classes.who}>
                  <span className={classes.name}>{nameOf(nominee)}</span>
                  <span className={classes.quiet}>
                    {nominee.relationTestator}
                    {nominee.guardian && `, with ${nameOf(nominee.guardian)} as guardian`}
                  </span>
                </span>
                <span className={classes.share}>{shareWords(nominee.share)}</span>
                <IconChevronDown className={classes.mark} size={16} aria-hidden="true" />
              </summary>
              <NomineeFacts nominee={nominee} />
            </details>
          </li>
        ))}
      </ul>
    </>
  )

/** A set that was confirmed: since when or from when it holds, whom it names, and its signed confirmation. */
export const SetView = ({
  set,
  id,
  title,
  note,
  children,
}: {
  set: NomineeSet
  id: string
  title: string
  note: ReactNode
  /** What can be done with it. */
  children?: ReactNode
}) => (
  <Card as="section" className={classes.card} aria-labelledby={id}>
    <div>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.quiet}>{note}</p>
    </div>
    <People set={set} />
    {set.document !== null && (
      <FormWays>
        <TextLink to={documentAddress(set.document)}>Open the signed confirmation</TextLink>
      </FormWays>
    )}
    {children}
  </Card>
)
