import { parentPort } from 'node:worker_threads'
import { solveWork } from '#domain/user/work.ts'

/** Solves challenges of codes beside the server, as customers' devices do. */
parentPort!.on('message', (challenge: string) => parentPort!.postMessage(solveWork(challenge)))
