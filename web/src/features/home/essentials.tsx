import classes from './home.module.css'

/** What a careful person looks for first. What the operator has not set is not there. */
export const Essentials = ({ vault, auditor, company }: { vault: string; auditor: string; company: string }) => {
  const facts = [
    { title: 'Where the gold is', text: vault },
    { title: 'Who audits it', text: auditor },
    { title: 'Who runs the service', text: company },
    {
      title: 'How to take it out',
      text: 'Sell at the price you are shown and send the money to your own address, or take the metal as bars, delivered to you or collected at the vault.',
    },
  ].filter(({ text }) => text !== '')
  return (
    <section className={classes.section} aria-labelledby="essentials">
      <h2 className={classes.heading} id="essentials">
        Before you start
      </h2>
      <dl className={classes.facts}>
        {facts.map(({ title, text }) => (
          <div key={title} className={classes.fact}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
