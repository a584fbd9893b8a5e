import { type Alert, mostAlerts } from '@ingot/endpoints/alerts'
import { Button } from '@mantine/core'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Unread } from '../../ui/unread.tsx'
import { AlertForm } from './alert-form.tsx'
import { alertWords } from './alert-words.ts'
import classes from './alerts.module.css'
import { useAlerts, useRemoveAlert } from './queries.ts'

const Standing = ({ alert: { firedAt, armed } }: { alert: Alert }) => {
  if (firedAt === null) return 'Active'
  return (
    <>
      E-mailed <Moment at={firedAt} />
      {armed ? ' · active again' : ' · waits until the price has come back'}
    </>
  )
}

const AlertList = ({ alerts }: { alerts: readonly Alert[] }) => {
  const { mutate, isPending, variables, error } = useRemoveAlert()
  return (
    <div>
      <ul className={classes.list} aria-label="Your price alerts">
        {alerts.map((alert) => (
          <li key={alert.id} className={classes.alert}>
            <span className={classes.what}>
              {alertWords(alert)}
              <span className={classes.standing}>
                <Standing alert={alert} />
              </span>
            </span>
            <Button
              variant="default"
              size="xs"
              loading={isPending && variables.id === alert.id}
              aria-label={`Remove: ${alertWords(alert)}`}
              onClick={() => mutate(alert)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <FormProblem failure={error} />
    </div>
  )
}

const Known = ({ alerts }: { alerts: readonly Alert[] }) => (
  <div className={classes.known}>
    {alerts.length < mostAlerts ? (
      <AlertForm />
    ) : (
      <FormText>You have {mostAlerts} alerts, which is the most. Remove one to set another.</FormText>
    )}
    {alerts.length > 0 ? (
      <AlertList alerts={alerts} />
    ) : (
      <FormText isQuiet>You have no alerts yet. You can set up to {mostAlerts}.</FormText>
    )}
  </div>
)

/** The customer's own price alerts, with a form for another one. */
export const Alerts = () => {
  const query = useAlerts()
  return (
    <div className={classes.alerts}>
      <FormText isQuiet>
        We e-mail you once when the market price of gold gets there. We do so again only after 12&nbsp;hours, and only
        if the price came back by 0.5&nbsp;% first.
      </FormText>
      {query.data ? <Known alerts={query.data} /> : <Unread what="alerts" query={query} />}
    </div>
  )
}
