'use strict';
/** Rules are derived from floors.json: the one table of rooms, floors and packages. */
const { floors, core } = require('./floors.json');

const all = floors.flatMap((f) =>
  Object.entries(f.rooms).map(([room, v]) => ({ room, floor: f.floor, ...v })),
);
const at = (room) => `^src/${room}/`;
const forbidden = [
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-orphans',
    severity: 'error',
    from: { orphan: true, pathNot: ['\\.test\\.ts$', '\\.d\\.ts$', 'src/web/', 'src/index\\.ts$'] },
    to: {},
  },
  {
    name: 'resolvable',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: ['\\?(worker|url|raw)', '^geojson$'] },
  },
];
for (const { room, floor, packages } of all) {
  const below = all.filter((o) => o.floor < floor).map((o) => o.room);
  const id = room.replace('/', '-');
  forbidden.push({
    name: `${id}-imports-down`,
    severity: 'error',
    comment: `${room} is on floor ${floor}: it may import only lower floors`,
    from: { path: at(room), pathNot: '\\.test\\.ts$' },
    to: { path: '^src/', pathNot: [at(room), ...below.map(at)] },
  });
  forbidden.push({
    name: `${id}-through-the-front-door`,
    severity: 'error',
    comment: `other rooms are entered by their index.ts only`,
    from: { path: '^src/', pathNot: [at(room), '\\.test\\.ts$'] },
    to: { path: at(room), pathNot: `^src/${room}/index\\.ts$` },
  });
  if (packages !== 'any') {
    forbidden.push({
      name: `${id}-packages`,
      severity: 'error',
      comment: `${room} may use ${packages.length ? packages.join(', ') : 'no package'}`,
      from: { path: at(room), pathNot: '\\.test\\.ts$' },
      to: {
        path: 'node_modules/',
        pathNot: ['node_modules/typescript/', ...packages.map((p) => `node_modules/${p}/`)],
      },
    });
  }
}
forbidden.push({
  name: 'core-has-no-node',
  severity: 'error',
  from: { path: core.map(at), pathNot: '\\.test\\.ts$' },
  to: { dependencyTypes: ['core'] },
});
forbidden.push({
  name: 'web-takes-types-only',
  severity: 'error',
  comment: 'the page may use the types of the wire, never code from below',
  from: { path: at('web') },
  to: { path: '^src/', pathNot: at('web'), dependencyTypesNot: ['type-only'] },
});

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.node.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['cloudbrain-src', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
