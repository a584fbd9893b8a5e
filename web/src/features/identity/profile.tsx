import type { Info } from '@ingot/endpoints/account'
import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { ActivitySection } from './profile/activity-section.tsx'
import { InfoState } from './profile/info-state.tsx'
import { PairSkeleton, PersonalSection } from './profile/personal-section.tsx'
import { PreferencesSection } from './profile/preferences-section.tsx'
import classes from './profile/profile.module.css'
import { SecuritySection, SecuritySkeleton } from './profile/security-section.tsx'

type Section = { name: string; render: (part: string) => ReactNode }

const withInfo = (skeleton: ReactNode, render: (info: Info) => ReactNode) => (
  <InfoState skeleton={skeleton}>{render}</InfoState>
)

const first: Section = {
  name: 'Profile',
  render: () => withInfo(<PairSkeleton />, (info) => <PersonalSection info={info} />),
}

const sectionsWith = (alerts: ReactNode, consultant: ReactNode): readonly Section[] => [
  first,
  {
    name: 'Security',
    render: (part) => withInfo(<SecuritySkeleton />, (info) => <SecuritySection info={info} part={part} />),
  },
  { name: 'Activity', render: () => <ActivitySection /> },
  {
    name: 'Preferences',
    render: () => withInfo(<PairSkeleton />, ({ preferences }) => <PreferencesSection preferences={preferences} />),
  },
  { name: 'Alerts', render: () => alerts },
  { name: 'Consultant', render: () => consultant },
]

const addressOf = ({ name }: Section) => (name === first.name ? '/My-Profile' : `/My-Profile/${name}`)

/** On a narrow screen the row of sections is longer than the screen, and the one that is open must be seen. */
const showInRow = (link: HTMLElement | null) => link?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })

/** The customer's own account, in sections that each have an address. */
export const Profile = ({
  alerts,
  consultant,
}: {
  /** Which prices its owner wants to be told of. */
  alerts: ReactNode
  /** What others see of its owner. It is for whoever has a rank; who had one still finds it by its address. */
  consultant: ReactNode
}) => {
  const { section: wanted = first.name, part = '' } = useParams()
  const hasRank = useSession(({ info }) => Boolean(info?.customer_rank))
  const isWanted = ({ name }: Section) => name.toLowerCase() === wanted.toLowerCase()
  const sections = sectionsWith(alerts, consultant).filter(
    (section) => section.name !== 'Consultant' || hasRank || isWanted(section),
  )
  const current = sections.find(isWanted)
  if (!current) return <Navigate to="/My-Profile" replace />
  return (
    <>
      <PageHeading>My profile</PageHeading>
      <nav className={classes.sections} aria-label="Sections of your profile">
        {sections.map((section) => (
          <PageLink
            key={section.name}
            className={classes.section}
            to={addressOf(section)}
            aria-current={section === current ? 'page' : undefined}
            ref={section === current ? showInRow : null}
          >
            {section.name}
          </PageLink>
        ))}
      </nav>
      <section aria-labelledby="section">
        <VisuallyHidden component="h2" id="section">
          {current.name}
        </VisuallyHidden>
        {current.render(part.toLowerCase())}
      </section>
    </>
  )
}
