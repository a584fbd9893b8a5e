import type { Info, Preferences } from '@ingot/endpoints/account'
import { type MailKind, mailKinds, mailWords } from '@ingot/endpoints/mail-kinds'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { ColorSchemeChoice } from '../../../ui/color-scheme-choice.tsx'
import { TextLink } from '../../../ui/form.tsx'
import classes from './profile.module.css'
import { useSavePreferences } from './queries.ts'

/** Each choice holds at once; mails about safety and about money that leaves cannot be turned off. */
export const PreferencesSection = ({ preferences }: Pick<Info, 'preferences'>) => {
  const { mutate } = useSavePreferences()
  // A switch stands where it was put from the click on, and goes back if the server did not take it.
  const [shown, setShown] = useState(preferences)
  const choose = (wanted: Preferences) => {
    setShown(wanted)
    mutate(wanted, { onSuccess: (reply) => setShown(reply?.data ?? shown) })
  }
  const id = useId()
  const wants = (kind: MailKind, isWanted: boolean) =>
    choose({ ...shown, mails: mailKinds.filter((each) => (each === kind ? isWanted : shown.mails.includes(each))) })
  return (
    <div className={classes.pair}>
      <Card as="section" aria-labelledby={`${id}-mail`}>
        <h3 className={classes.cardTitle} id={`${id}-mail`}>
          E-mail
        </h3>
        <div className={classes.switches}>
          {mailKinds.map((kind) => (
            <Switch
              key={kind}
              {...mailWords[kind]}
              size="md"
              checked={shown.mails.includes(kind)}
              onChange={(event) => wants(kind, event.currentTarget.checked)}
            />
          ))}
        </div>
        <p className={classes.quiet}>
          We always e-mail you about logins from new devices, changes to your security, whatever leaves your account,
          and what you have asked us.
        </p>
      </Card>
      <div className={classes.stack}>
        <Card as="section" aria-labelledby={`${id}-others`}>
          <h3 className={classes.cardTitle} id={`${id}-others`}>
            What others see
          </h3>
          <div className={classes.switches}>
            <Switch
              label="Show my full name to those who brought me"
              description="Otherwise they see your first name and initial. What you have is never shown."
              size="md"
              checked={shown.showsName}
              onChange={(event) => choose({ ...shown, showsName: event.currentTarget.checked })}
            />
          </div>
        </Card>
        <Card as="section" aria-labelledby={`${id}-scheme`}>
          <h3 className={classes.cardTitle} id={`${id}-scheme`}>
            Colour scheme
          </h3>
          <ColorSchemeChoice label="Colour scheme" />
          <p className={classes.quiet}>Saved on this device only.</p>
        </Card>
        <Card as="section" aria-labelledby={`${id}-leaving`}>
          <h3 className={classes.cardTitle} id={`${id}-leaving`}>
            Take everything along
          </h3>
          <p className={classes.quiet}>
            Everything we know of you in one signed archive; or close the account once it is empty.
          </p>
          <p className={classes.quiet}>
            <TextLink to="/leaving">Archive and closing</TextLink>
          </p>
        </Card>
      </div>
    </div>
  )
}
