import { test } from 'node:test';
import assert from 'node:assert/strict';
import { comma, plural, quantity, rounded } from './words.ts';

test('quantities have the units, spaces and decimal signs of their language', () => {
  assert.equal(quantity(1.8834, 'cm', 'en'), '1.883 cm');
  assert.equal(quantity(1.8834, 'cm', 'ru'), '1,883 см');
  assert.equal(quantity(12.5, 'm/s', 'ru'), '12,5 м/с');
  assert.equal(quantity(2.251, 'm/s2', 'en'), '2.251 m/s²');
  assert.equal(quantity(45, 'deg', 'ru'), '45°');
  assert.equal(quantity(-20.5, 'C', 'ru'), '-20,5 °C');
  assert.equal(quantity(0.25, '1', 'ru'), '0,25');
  assert.equal(quantity(36.3, 'Wh', 'ru'), '36,3 Вт·ч');
  assert.equal(quantity(3, 'furlong', 'en'), '3 furlong');
  assert.equal(rounded(86_400.4), '86400');
  assert.equal(comma('10.25'), '10,25');
});

test('Russian nouns behind numbers', () => {
  const sets = (n: number) => plural(n, 'комплект', 'комплекта', 'комплектов');
  assert.deepEqual([1, 2, 5, 11, 14, 21, 22, 112].map(sets), [
    'комплект',
    'комплекта',
    'комплектов',
    'комплектов',
    'комплектов',
    'комплект',
    'комплекта',
    'комплектов',
  ]);
});
