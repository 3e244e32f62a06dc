/**
 * The loads. `pauseMs` between answer and next request gives all subjects about the same rate instead of saturation;
 * `stretch` lengthens a load of few, long requests; `only` names the subjects for which a scenario makes sense;
 * `limited` puts a rate limit in force first.
 */
export const SCENARIOS = [
  { id: 'error', label: 'Error envelope, 4.3 KB', kind: 'error', connections: 32 },
  {
    id: 'error-paced',
    label: 'Error envelope, 4.3 KB, about 1,500 a second',
    kind: 'error',
    connections: 32,
    pauseMs: 20,
    about:
      'All subjects get the same load: clients pause between an answer and the next request. A subject far below this rate is at its limit.',
  },
  {
    id: 'large-16',
    label: '20 MB envelope, 16 connections',
    kind: 'attachment',
    connections: 16,
    stretch: 2,
  },
  {
    id: 'large-64',
    label: '20 MB envelope, 64 connections',
    kind: 'attachment',
    connections: 64,
    stretch: 2,
  },
  {
    id: 'limited',
    label: 'Local rate-limit answer, 4.3 KB',
    kind: 'error',
    connections: 32,
    limited: true,
    only: ['bare-limit', 'standalone'],
    about:
      'The ingest has announced a rate limit for all categories. The tunnel itself answers 429, and nothing may reach the ingest.',
  },
];
