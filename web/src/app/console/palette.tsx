import '@mantine/core/styles/Input.css'
import { TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useDeferredValue, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCustomersFound, useDesk } from '../../features/desk/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useConsoleLinks } from './console-menu.ts'
import classes from './palette.module.css'

type Target = { to: string; label: string; kind: 'Page' | 'Queue' | 'Customer' }

const mostCustomers = 8
/** A pause in typing, after which customers are looked for. */
const typingPause = 200

const usePaused = (typed: string): string => {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typingPause)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}

/** Pages and queues by any part of their name, customers as the server finds them. */
const useTargets = (typed: string): Target[] => {
  const wanted = typed.trim().toLowerCase()
  const pages = useConsoleLinks().map(({ to, label }): Target => ({ to, label, kind: 'Page' }))
  const { data: desk } = useDesk()
  const { data: customers = [] } = useCustomersFound(usePaused(wanted))
  const queues = (desk?.queues ?? []).map(
    ({ queue, title, count }): Target => ({
      to: `/operator/queues/${encodeURIComponent(queue)}`,
      label: `${title} (${count})`,
      kind: 'Queue',
    }),
  )
  const named = [...pages, ...queues].filter(({ label }) => label.toLowerCase().includes(wanted))
  const found = customers.slice(0, mostCustomers).map(
    ({ id, username, email }): Target => ({
      to: `/operator/customers/${id}`,
      label: email === null ? username : `${username}, ${email}`,
      kind: 'Customer',
    }),
  )
  return wanted === '' ? named : [...named, ...found]
}

const idOf = (index: number) => `palette-option-${index}`

const Options = ({
  targets,
  chosen,
  onPick,
}: {
  targets: readonly Target[]
  chosen: number
  onPick: (target: Target) => void
}) => (
  <div id="palette-list" role="listbox" aria-label="Found" className={classes.list}>
    {targets.map((target, index) => (
      // The keyboard stays in the field, which says what is chosen.
      <UnstyledButton
        key={target.to}
        id={idOf(index)}
        role="option"
        tabIndex={-1}
        aria-selected={index === chosen}
        className={classes.option}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPick(target)}
      >
        <span>{target.label}</span>
        <span className={classes.kind}>{target.kind}</span>
      </UnstyledButton>
    ))}
  </div>
)

/** Finds a page, a queue or a customer, by keyboard alone. */
export const Palette = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const targets = useTargets(useDeferredValue(typed))
  const chosen = Math.min(at, targets.length - 1)
  const pick = (target: Target) => {
    onClose()
    void navigate(target.to, { viewTransition: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const target = targets[chosen]
    if (step !== undefined && targets.length > 0) setAt((chosen + step + targets.length) % targets.length)
    else if (event.key === 'Enter' && target) pick(target)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    document.getElementById(idOf(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <Dialog title="palette-title" className={classes.dialog} onClose={onClose}>
      <div className={classes.content}>
        <h2 id="palette-title" className={classes.title}>
          Find
        </h2>
        <TextInput
          aria-label="Page, queue or customer"
          placeholder="Page, queue or customer"
          size="md"
          data-autofocus
          role="combobox"
          aria-expanded={targets.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? idOf(chosen) : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Options targets={targets} chosen={chosen} onPick={pick} />
        <p role="status" className={classes.none}>
          {targets.length === 0 && 'Nothing found.'}
        </p>
      </div>
    </Dialog>
  )
}
