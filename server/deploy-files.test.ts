import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from './powers/fields.ts'

/** The unit of systemd, the image and its composition: no test starts them, so what they name has to be there. */

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const [unit, compose, image] = [read('plumb.service'), read('compose.yaml'), read('Containerfile')]
const [jobs, engine] = [read('plumb-jobs.service.d/jobs.env'), read('plumb-engine.service.d/engine.env')]
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!)

test('every setting that they set is one that the server reads', () => {
  const ofUnit = found(unit, /^Environment=(.+)$/gm).flatMap((line) => found(line, /\b([A-Z_]+)=/g))
  const ofCompose = found(compose, /^ {6}([A-Z_]+): /gm)
  const ofImage = found(image, /^ENV (.+)$/gm).flatMap((line) => found(line, /\b([A-Z_]+)=/g))
  const [ofJobs, ofEngine] = [jobs, engine].map((text) => found(text, /^([A-Z_]+)=/gm)) as [
    string[],
    string[],
  ]
  for (const named of [ofUnit, ofJobs, ofEngine, ofCompose, ofImage]) {
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !settings.includes(name))).toEqual([])
  }
})

test('each secret that they hand over is the file that its setting names', () => {
  const credentials = found(unit, /^LoadCredential=(\w+):/gm)
  expect(credentials.length).toBeGreaterThan(2)
  expect(found(unit, /^Environment=(\w+)_FILE=%d\/\1$/gm)).toEqual(credentials)
  const secrets = found(compose, /^ {6}- ([A-Z_]+)$/gm)
  expect(secrets.length).toBeGreaterThan(2)
  expect(found(compose, /^ {6}([A-Z_]+)_FILE: \/run\/secrets\/\1$/gm)).toEqual(secrets)
  expect(found(compose, /^ {2}([A-Z_]+):\n {4}file: secrets\/\1$/gm)).toEqual(secrets)
})

test('what they run is in the project', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(found(image, /\bnpm run (\w+)/g).filter((name) => !scripts[name])).toEqual([])
  for (const started of [/^ExecStart=\S+ (\S+)$/m.exec(unit), /^CMD \["node", "(\S+)"\]$/m.exec(image)])
    expect(existsSync(started![1]!)).toBe(true)
})
