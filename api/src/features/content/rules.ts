import { createHash } from 'node:crypto'
import { ProblemForPeople } from '@ingot/db/problem'
import type { TextVersion } from '@ingot/endpoints/consents'
import { type Text, text as textSchema } from '@ingot/endpoints/content'
import * as z from 'zod/mini'

/**
 * Reads a text from its file: lines of `title:`, `version:`, `published:` and, where there was one before, `changes:`, then
 * sections that start with `## `, their paragraphs set apart by blank lines. `{{brand}}` stands for the service's name.
 */
export const parseText = (name: Text['name'], source: string): Text => {
  const { head, sections } = partsOf(source)
  const field = (label: string) => head.match(new RegExp(`^${label}: (.+)$`, 'm'))?.[1]?.trim()
  const parsed = z.safeParse(textSchema, {
    name,
    title: field('title'),
    version: field('version'),
    publishedOn: field('published'),
    changes: field('changes') ?? '',
    sections,
  })
  if (!parsed.success || parsed.data.sections.length === 0)
    throw new ProblemForPeople(
      `The text ${name} is not complete: it needs title, version, published and at least one section.`,
    )
  return parsed.data
}

const partsOf = (source: string) => {
  const [head = '', ...parts] = source.split(/^## /m)
  return { head, sections: parts.map(sectionOf) }
}

const sectionOf = (part: string) => {
  const [heading = '', ...paragraphs] = part
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s*\n\s*/g, ' '))
  return { heading, paragraphs: paragraphs.filter(Boolean) }
}

/** What operators typed, read as a file is; undefined unless every section has a heading and words, and nothing stands before the first. */
export const sectionsIn = (words: string): Text['sections'] | undefined => {
  const { head, sections } = partsOf(words.replaceAll('\r\n', '\n'))
  const isWhole = sections.every(({ heading, paragraphs }) => heading !== '' && paragraphs.length > 0)
  return head.trim() === '' && sections.length > 0 && isWhole ? sections : undefined
}

/** The same the other way, to be typed on. */
export const wordsOf = (sections: Text['sections']): string =>
  sections.map(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs].join('\n\n')).join('\n\n')

/** The published text stays as it is; only the name it is shown with follows the service's. */
export const inTheNameOf = (brand: string, { title, changes, sections, ...text }: Text): Text => {
  const fill = (words: string) => words.replaceAll('{{brand}}', () => brand)
  return {
    ...text,
    title: fill(title),
    changes: fill(changes),
    sections: sections.map(({ heading, paragraphs }) => ({ heading: fill(heading), paragraphs: paragraphs.map(fill) })),
  }
}

/** A version as a file that can be kept and read anywhere: the same words give the same bytes. */
export const fileOf = ({ title, version, publishedOn, changes, sections }: Text): Buffer =>
  Buffer.from(
    `${[
      `# ${title}`,
      `Version ${version}, in force from ${publishedOn}`,
      ...(changes === '' ? [] : [`What changed: ${changes}`]),
      wordsOf(sections),
    ].join('\n\n')}\n`,
  )

export const hashOf = (text: Text): string => createHash('sha256').update(fileOf(text)).digest('hex')

export const fileNameOf = ({ name, version }: Pick<Text, 'name' | 'version'>): string => `${name}-${version}.md`

/** Of versions, newest first, how each stands on a day. One that came later takes the place of those before it, at the latest when it begins. */
export const standingOn = (versions: readonly Text[], on: string): (Text & { state: TextVersion['state'] })[] => {
  const current = versions.find(({ publishedOn }) => publishedOn <= on) ?? versions.at(-1)
  const place = current ? versions.indexOf(current) : -1
  return versions.map((each, index) => ({
    ...each,
    state: index < place ? 'coming' : index === place ? 'in force' : 'earlier',
  }))
}
