import type { DocumentContent, DocumentPart } from '@ingot/endpoints/document-content'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Card } from './card.tsx'
import classes from './document-view.module.css'
import { FigureRow, FigureRows } from './figure-rows.tsx'
import { Scrolled } from './scrolled.tsx'

// The same data as on the paper, for screens, for phones and for whoever has it read aloud.

/** A year may have a hundred thousand of them; the paper has all. */
const rowsAtOnce = 200

type PartOf<Kind extends DocumentPart['kind']> = Extract<DocumentPart, { kind: Kind }>

/** Neither lines nor cells have a name of their own; their place is what tells them apart. */
const placed = <T,>(items: readonly T[]): { place: number; item: T }[] => items.map((item, place) => ({ place, item }))

const FactsOf = ({ facts }: PartOf<'facts'>) => (
  <FigureRows isAlone>
    {placed(facts).map(({ place, item: { label, value, strong } }) => (
      <FigureRow key={place} name={label}>
        {strong ? <strong>{value}</strong> : value}
      </FigureRow>
    ))}
  </FigureRows>
)

type Columns = PartOf<'table'>['columns']

/** How wide a table's words want to be, by the shares that they have on paper. Figures take what they need. */
const roomForWords = 30

const leastWidth = (columns: Columns, { align, share }: Columns[number]): string | undefined => {
  const all = columns.reduce((sum, column) => sum + column.share, 0)
  return align === 'start' ? `${((share / all) * roomForWords).toFixed(2)}rem` : undefined
}

const Line = ({ cells, columns, isSum = false }: { cells: string[]; columns: Columns; isSum?: boolean }) => (
  <tr>
    {placed(cells).map(({ place, item }) => {
      const align = columns[place]?.align
      return isSum && place === 0 ? (
        <th key={place} scope="row" data-align={align}>
          {item}
        </th>
      ) : (
        <td key={place} data-align={align}>
          {item}
        </td>
      )
    })}
  </tr>
)

const TableOf = ({ heading, columns, rows, sums, empty }: PartOf<'table'>) => {
  const [shown, setShown] = useState(rowsAtOnce)
  const left = rows.length - shown
  return (
    <>
      {rows.length === 0 && <p className={classes.paragraph}>{empty}</p>}
      {rows.length + sums.length > 0 && (
        <Scrolled className={classes.scroll} label={heading || 'Table'}>
          <table className={classes.table}>
            <thead>
              <tr>
                {placed(columns).map(({ place, item }) => (
                  <th key={place} scope="col" data-align={item.align} style={{ minWidth: leastWidth(columns, item) }}>
                    {item.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {placed(rows.slice(0, shown)).map(({ place, item }) => (
                <Line key={place} cells={item} columns={columns} />
              ))}
            </tbody>
            {sums.length > 0 && (
              <tfoot>
                {placed(sums).map(({ place, item }) => (
                  <Line key={place} cells={item} columns={columns} isSum />
                ))}
              </tfoot>
            )}
          </table>
        </Scrolled>
      )}
      {left > 0 && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + rowsAtOnce)}>
          Show more ({left} left)
        </Button>
      )}
    </>
  )
}

const TextOf = ({ paragraphs }: PartOf<'text'>) =>
  placed(paragraphs).map(({ place, item }) => (
    <p key={place} className={classes.paragraph}>
      {item}
    </p>
  ))

const Inside = ({ part }: { part: DocumentPart }) => {
  if (part.kind === 'facts') return <FactsOf {...part} />
  return part.kind === 'table' ? <TableOf {...part} /> : <TextOf {...part} />
}

const Part = ({ part }: { part: DocumentPart }) => (
  <div className={classes.part}>
    {part.heading !== '' && <h2>{part.heading}</h2>}
    <Inside part={part} />
  </div>
)

/** What stands on a document, as a page. */
export const DocumentView = ({ content: { holder, parts, notes } }: { content: DocumentContent }) => (
  <Card as="article" className={classes.view} aria-label="What stands on it">
    {holder.length > 0 && (
      <p className={classes.holder}>
        {placed(holder).map(({ place, item }) => (
          <span key={place}>{item}</span>
        ))}
      </p>
    )}
    {placed(parts).map(({ place, item }) => (
      <Part key={place} part={item} />
    ))}
    {notes.length > 0 && (
      <div className={classes.notes}>
        {placed(notes).map(({ place, item }) => (
          <p key={place}>{item}</p>
        ))}
      </div>
    )}
  </Card>
)
