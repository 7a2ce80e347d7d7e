import { ensureInstalled } from './environment.mjs'
import { lint, packageStep, runStep, types } from './steps.mjs'

/** `npm run check`: types, lint and the tests that need nothing, beside each other; under a minute. */
ensureInstalled()
const unit = packageStep('vitest/vitest.mjs', ['run', '--project', 'unit', '--reporter=dot'])
const passed = await Promise.all([types, lint, { title: 'unit tests', run: unit }].map(runStep))
if (!passed.every(Boolean)) process.exit(1)
