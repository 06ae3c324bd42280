#!/bin/sh
echo lake
