import { type Consultant, consultantLine } from '@ingot/endpoints/consultant-fields'
import { Button } from '@mantine/core'
import { formatSharedDay } from '../../lib/local-format.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { languageWords, rankWords } from './consultant-words.ts'
import classes from './consultants.module.css'

const Picture = ({ name, picture }: Pick<Consultant, 'name' | 'picture'>) =>
  picture ? (
    <img className={classes.picture} src={picture} alt={name} width={88} height={88} />
  ) : (
    <span className={classes.picture} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  )

/** What everybody may know of a consultant. A visitor can register with him. */
export const ConsultantCard = ({ consultant, isVisitor }: { consultant: Consultant; isVisitor: boolean }) => {
  const { name, picture, rank, since, languages, text, refCode } = consultant
  return (
    <Card as="section" className={classes.card} aria-label={`About ${name}`}>
      <div className={classes.person}>
        <Picture name={name} picture={picture} />
        <div className={classes.about}>
          <Facts>
            <Fact name="Rank">{rankWords[rank]}</Fact>
            <Fact name="Customer since">{formatSharedDay(new Date(since))}</Fact>
            <Fact name="Languages">{languages.map(languageWords).join(', ')}</Fact>
          </Facts>
        </div>
      </div>
      <p className={classes.words}>{text}</p>
      <p className={classes.line}>{consultantLine}</p>
      {isVisitor && (
        <div className={classes.ways}>
          <Button component={PageLink} to={`/register?${new URLSearchParams({ ref: refCode })}`} size="md">
            Register with this consultant
          </Button>
        </div>
      )}
    </Card>
  )
}
