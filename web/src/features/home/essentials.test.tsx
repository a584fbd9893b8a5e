import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInTheme } from '../../ui/test-render.tsx'
import { Essentials } from './essentials.tsx'

const terms = () => screen.getAllByRole('term').map((term) => term.textContent)

it('says where the gold is, who audits it, who runs the service and how one gets out', () => {
  renderInTheme(<Essentials vault="Example Vaults, Zürich" auditor="Example Assay" company="Ingot AG, Example" />)
  expect(terms()).toEqual(['Where the gold is', 'Who audits it', 'Who runs the service', 'How to take it out'])
  const said = screen.getAllByRole('definition').map((text) => text.textContent)
  expect(said.slice(0, 3)).toEqual(['Example Vaults, Zürich', 'Example Assay', 'Ingot AG, Example'])
})

it('says nothing about what was not set', () => {
  renderInTheme(<Essentials vault="" auditor="" company="" />)
  expect(terms()).toEqual(['How to take it out'])
  expect(screen.queryByText(/audit|Where the gold|runs the service/)).toBeNull()
})
