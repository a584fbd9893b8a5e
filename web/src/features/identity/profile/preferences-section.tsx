import type { Info, Preferences } from '@ingot/endpoints/account'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { ColorSchemeChoice } from '../../../ui/color-scheme-choice.tsx'
import classes from './profile.module.css'
import { useSavePreferences } from './queries.ts'

type Choice = { name: keyof Preferences; label: string; description: string }

const mails: Choice[] = [
  {
    name: 'signInMail',
    label: 'E-mail me when someone logs in from a new device',
    description: 'So that you find out if it was not you.',
  },
  { name: 'newsMail', label: 'Announcements by e-mail', description: 'News about the service.' },
]

const others: Choice[] = [
  {
    name: 'showsName',
    label: 'Show my full name to those who brought me',
    description: 'Otherwise they see your first name and initial. What you have is never shown.',
  },
]

/** Each choice holds at once; mails about security cannot be turned off. */
export const PreferencesSection = ({ preferences }: Pick<Info, 'preferences'>) => {
  const { mutate } = useSavePreferences()
  // A switch stands where it was put from the click on, and goes back if the server did not take it.
  const [shown, setShown] = useState(preferences)
  const choose = (wanted: Preferences) => {
    setShown(wanted)
    mutate(wanted, { onSuccess: (reply) => setShown(reply?.data ?? shown) })
  }
  const id = useId()
  const switches = (choices: readonly Choice[]) => (
    <div className={classes.switches}>
      {choices.map(({ name, label, description }) => (
        <Switch
          key={name}
          label={label}
          description={description}
          size="md"
          checked={shown[name]}
          onChange={(event) => choose({ ...shown, [name]: event.currentTarget.checked })}
        />
      ))}
    </div>
  )
  return (
    <div className={classes.pair}>
      <Card as="section" aria-labelledby={`${id}-mail`}>
        <h3 className={classes.cardTitle} id={`${id}-mail`}>
          E-mail
        </h3>
        {switches(mails)}
        <p className={classes.quiet}>
          We always e-mail you about changes to your password, PIN or two-factor authentication.
        </p>
      </Card>
      <Card as="section" aria-labelledby={`${id}-others`}>
        <h3 className={classes.cardTitle} id={`${id}-others`}>
          What others see
        </h3>
        {switches(others)}
      </Card>
      <Card as="section" aria-labelledby={`${id}-scheme`}>
        <h3 className={classes.cardTitle} id={`${id}-scheme`}>
          Colour scheme
        </h3>
        <ColorSchemeChoice label="Colour scheme" />
        <p className={classes.quiet}>Saved on this device only.</p>
      </Card>
    </div>
  )
}
